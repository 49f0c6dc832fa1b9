// How much larger Present shows the page. Rectangles and the mouse are measured in the
// window's pixels; lengths that are set, and how far a box is scrolled, in the page's.
export const zoom = () => document.documentElement.currentCSSZoom ?? 1;
