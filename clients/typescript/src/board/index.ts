/** Pictures without an element. */
export { SKINS } from "../skins/index.js";
export { generic } from "./generic.js";
export { outline } from "./outlines.js";
export { picture } from "./picture.js";
export { boardStyle } from "./style.js";
export { svgText } from "./svg_text.js";
export { layOut, pictureView, skinOf, type BoardView, type ViewOptions } from "./view.js";
export type * from "./skin.js";
