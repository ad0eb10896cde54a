/**
 * `GET /p.gif`: counts a page view of a page that runs no script. The page is the request's Referer, or `u`; `r` is the page's
 * own referrer and `t` its title, all url-encoded. The answer is always the picture.
 */
export const PIXEL_PATH = '/p.gif';
