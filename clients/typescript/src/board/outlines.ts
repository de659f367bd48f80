/** The outlines of spaces and tokens as paths around 0,0. */
import type { Shape } from "../scene/scene.js";

const number = (value: number) => String(Math.round(value * 1000) / 1000);

function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join("L")}Z`;
}

function circle(radius: number): string {
  const r = number(radius);
  return `M-${r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 -${r} 0Z`;
}

function hexagon(scale: number): string {
  const corners = [-90, -30, 30, 90, 150, 210].map((degrees) => (degrees * Math.PI) / 180);
  const radius = scale / Math.sqrt(3);
  return polygon(corners.map((at) => [radius * Math.cos(at), radius * Math.sin(at)] as const));
}

function rectangle(halfWidth: number, halfHeight: number): string {
  return polygon([
    [-halfWidth, -halfHeight],
    [halfWidth, -halfHeight],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ]);
}

/** Returns the outline of a shape, scaled around its centre. */
export function outline(shape: Shape, scale = 1): string {
  switch (shape) {
    case "square":
      return rectangle(scale / 2, scale / 2);
    case "hexagon":
      return hexagon(scale);
    case "circle":
      return circle(scale / 2);
    case "domino":
      return rectangle(scale, scale / 2);
  }
}
