"""Pages to analyse, review and set up, and the reports of runs."""
from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from service.api.reports import listed
from service.pages.frame import page

router = APIRouter(include_in_schema=False)


@router.get("/analyse", response_class=HTMLResponse)
def analyse(request: Request) -> HTMLResponse:
    """A position, its plans ranked while the search goes on."""
    return page(request, "analyse.html", "analyse", spoken=["study", "analyse"])


@router.get("/review", response_class=HTMLResponse)
def review(request: Request) -> HTMLResponse:
    """A game that was played: what decisions cost, luck and skill."""
    return page(request, "review.html", "review", spoken=["study", "analyse", "review"])


@router.get("/setup", response_class=HTMLResponse)
def setup(request: Request) -> HTMLResponse:
    """A position as text, checked as one types."""
    return page(request, "setup.html", "setup", spoken=["study", "setup"])


@router.get("/reports", response_class=HTMLResponse)
def reports(request: Request) -> HTMLResponse:
    """The reports of runs on this machine."""
    return page(request, "reports.html", "reports", reports=listed(request), report=None, shown=None)


@router.get("/reports/{run}", response_class=HTMLResponse)
def report(request: Request, run: str) -> HTMLResponse:
    """One of them."""
    found = listed(request)
    wanted = next((each for each in found if each.run == run), None)
    return page(request, "reports.html", "reports", 200 if wanted else 404, reports=found, report=wanted, shown=run)
