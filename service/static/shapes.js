// The shapes of a picture: where a click on something that is drawn may hit it.

import { draw } from "/static/study.js";

const SHAPES = "polygon, circle, ellipse, rect, path";
const MOST = 0.6;           // of the width and height of its box that a shape has to fill, to be that of the thing
const BESIDE = 4;           // pixels that it may stand out of it
const OWN = ["points", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "d"];

/** Outline of what an element of the picture shows, in the pixels of the picture: its own shape, or else its box. */
export function outline(picture, element) {
  const box = element.dataset.box.split(" ").map(Number), [x, y, width, height] = box;
  const inPicture = picture.getScreenCTM()?.inverse();
  let best = null, most = 0;
  for (const each of inPicture ? [...element.matches(SHAPES) ? [element] : [], ...element.querySelectorAll(SHAPES)] : []) {
    if (each.localName === "path" && each.getAttribute("fill") === "none") continue;
    const way = inPicture.multiply(each.getScreenCTM()), own = each.getBBox();
    const corners = [[own.x, own.y], [own.x + own.width, own.y + own.height]].map(([cx, cy]) => new DOMPoint(cx, cy).matrixTransform(way));
    const left = Math.min(corners[0].x, corners[1].x), right = Math.max(corners[0].x, corners[1].x);
    const top = Math.min(corners[0].y, corners[1].y), bottom = Math.max(corners[0].y, corners[1].y);
    const inside = left >= x - BESIDE && top >= y - BESIDE && right <= x + width + BESIDE && bottom <= y + height + BESIDE;
    if (!inside || right - left < MOST * width || bottom - top < MOST * height) continue;
    const area = (right - left) * (bottom - top) * (Number(each.getAttribute("fill-opacity") ?? 1) < 1 ? 0.5 : 1);
    if (area > most) [best, most] = [{ each, way }, area];
  }
  if (!best) return draw("rect", { class: "shape", x, y, width, height, rx: 4 });
  const { each, way } = best, made = draw(each.localName, { class: "shape" });
  for (const name of OWN) if (each.hasAttribute(name)) made.setAttribute(name, each.getAttribute(name));
  const numbers = [way.a, way.b, way.c, way.d, way.e, way.f].map((value) => Math.round(value * 1e4) / 1e4);
  if (numbers.join() !== "1,0,0,1,0,0") made.setAttribute("transform", `matrix(${numbers.join(" ")})`);
  return made;
}

/** The box of an element of a picture as that is shown, in the pixels of the picture. */
export function boxOf(picture, element) {
  const way = picture.getScreenCTM()?.inverse();
  if (!way) return null;
  const own = element.getBBox(), to = way.multiply(element.getScreenCTM());
  const [one, other] = [[own.x, own.y], [own.x + own.width, own.y + own.height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(to));
  return [one.x, one.y, other.x - one.x, other.y - one.y];
}
