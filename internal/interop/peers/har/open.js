// Opens a HAR file with Playwright, which answers a browser from nothing but that file, and requests
// every entry again. Prints a JSON line for each entry.
// usage: node open.js FILE CHROMIUM
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [file, executablePath] = process.argv.slice(2);
const { entries } = JSON.parse(readFileSync(file, 'utf8')).log;
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.routeFromHAR(file, { notFound: 'abort' });
  const page = await context.newPage();
  const home = entries.find((e) => e.request.method === 'GET' && e.response.status === 200);
  await page.goto(home.request.url);
  for (const e of entries) {
    const { method, url, postData } = e.request;
    const got = await page.evaluate(
      async ([method, url, body]) => {
        const r = await fetch(url, { method, body, headers: body === undefined ? {} : { 'content-type': 'application/json' } });
        return { status: r.status, type: r.headers.get('content-type'), text: await r.text() };
      },
      [method, url, postData?.text]);
    console.log(JSON.stringify({ method, url, ...got }));
  }
} finally {
  await browser.close();
}
