// The zoom of Present. Rectangles and pointer positions are in pixels of the window; lengths that
// are set, and scroll positions, are in pixels of the page.
export const zoom = () => document.documentElement.currentCSSZoom ?? 1;
