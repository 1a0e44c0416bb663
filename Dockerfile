# The server of ludosoph. docs/club.md says how to build and run it.
#
#   docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) --tag ludosoph .

FROM python:3.11-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY . .
ARG COMMIT=
RUN echo "$COMMIT" > COMMIT
RUN python -m venv /builder && /builder/bin/pip wheel --no-deps --wheel-dir /wheels .

FROM python:3.11-slim-bookworm
COPY service/requirements.txt /requirements.txt
RUN python -m venv /opt/ludosoph && /opt/ludosoph/bin/pip install --no-cache-dir --requirement /requirements.txt
COPY --from=build /wheels /wheels
RUN /opt/ludosoph/bin/pip install --no-cache-dir --no-deps /wheels/*.whl && rm -r /wheels
RUN useradd --system --uid 8504 --create-home --home-dir /data ludosoph
ENV PATH=/opt/ludosoph/bin:/usr/local/bin:/usr/bin:/bin
USER ludosoph
WORKDIR /data
VOLUME /data
EXPOSE 8504
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8504/healthz', timeout=5)"]
ENTRYPOINT ["ludosoph", "serve", "--host", "0.0.0.0"]
