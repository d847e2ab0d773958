/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Turns the drawing into a picture that needs neither the page nor its style.

const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "display"];
const margin = 16;
const pixels = { scale: 2, largest: 12_000 };

/** The drawing in its full size, with the colours of the page. */
export function pictureOf(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shown = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(shown[i] as Element);
    for (const name of kept) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
    for (const name of ["class", "style", "tabindex", "role", "aria-label", "aria-expanded", "aria-hidden", "aria-current"]) {
      element.removeAttribute(name);
    }
  });
  const { width, height } = svg.viewBox.baseVal;
  const whole = { x: -margin, y: -margin, width: Math.ceil(width + 2 * margin), height: Math.ceil(height + 2 * margin) };
  copy.removeAttribute("style");
  copy.removeAttribute("class");
  copy.setAttribute("role", "img");
  copy.setAttribute("width", String(whole.width));
  copy.setAttribute("height", String(whole.height));
  copy.setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
  const ground = document.createElementNS(svg.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ ...whole, fill: getComputedStyle(document.body).backgroundColor })) {
    ground.setAttribute(name, String(value));
  }
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The same in pixels. */
export async function pixelsOf(svg: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([pictureOf(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(pixels.scale, pixels.largest / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
