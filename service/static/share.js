// A value in a link: as JSON, packed, after the `#`, which no browser sends to a server.

const MOST = 2_000_000;     // characters of JSON that a link may unpack to
const FORMAT = "deflate-raw";

/** The value as letters that go into a link. */
export async function packed(value) {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream(FORMAT));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The value of such letters. Throws where they are none, or hold too much. */
export async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT)).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (text.length > MOST) throw new Error("too long");
  }
  return JSON.parse(text);
}
