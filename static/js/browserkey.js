// The key with which this browser signs in again after a restart of the console. Our pages can sign
// with it, and nobody can read it. ui/web/browsers.go is the other side.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const ask = (what, fields = {}) => fetch('/browser/' + what, { method: 'POST', body: new URLSearchParams(fields) });

// store runs an operation on the database of the key.
function store(mode, what) {
  return new Promise((done, fail) => {
    const open = indexedDB.open('a2a-console', 1);
    open.onerror = () => fail(open.error);
    open.onupgradeneeded = () => open.result.createObjectStore('keys');
    open.onsuccess = () => {
      const t = open.result.transaction('keys', mode);
      const asked = what(t.objectStore('keys'));
      t.oncomplete = () => { open.result.close(); done(asked.result); };
      t.onabort = () => { open.result.close(); fail(t.error); };
    };
  });
}

const publicKey = async (pair) => base64(await crypto.subtle.exportKey('spki', pair.publicKey));

async function proveWith(pair) {
  const asked = pair && await ask('nonce');
  if (asked?.status !== 200) return null;
  const { nonce } = await asked.json();
  const statement = new TextEncoder().encode(['a2a-console signs in', location.origin, nonce].join('\n'));
  const answer = await ask('prove', {
    key: await publicKey(pair), nonce, to: location.pathname + location.search + location.hash,
    signature: base64(await crypto.subtle.sign(algorithm, pair.privateKey, statement)),
  });
  return answer.status === 200 ? (await answer.json()).go : null;
}

// prove signs this browser in and returns where to go; null if it is not known.
export async function prove() {
  try {
    return await proveWith(await store('readonly', (keys) => keys.get('pair')));
  } catch {
    return null; // no key can be stored here, or the console is away: the link still works
  }
}

// keep registers a key with a code from the console. It makes a new key, because one that the
// console does not know may belong to a program that once had this port.
export async function keep(code) {
  if (!code || await prove()) return;
  try {
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign']);
    await store('readwrite', (keys) => keys.put(pair, 'pair'));
    await ask('keep', { code, key: await publicKey(pair) });
  } catch {
    // See prove.
  }
}

// The page that signs in navigates at once, so the next page registers the key.
async function keepLater() {
  try {
    const code = document.getElementById('arrival')?.dataset.keep;
    if (code) sessionStorage.setItem('keep', code);
    else if (!document.body.matches('.bare')) {
      await keep(sessionStorage.getItem('keep'));
      sessionStorage.removeItem('keep');
    }
  } catch {
    // Storage may be disabled.
  }
}

// digest identifies this browser in a list of browsers; null without a key.
export async function digest() {
  try {
    const pair = await store('readonly', (keys) => keys.get('pair'));
    return pair && base64(await crypto.subtle.digest('SHA-256', await crypto.subtle.exportKey('spki', pair.publicKey)));
  } catch {
    return null; // see prove
  }
}

// The page that asks for the link reloads once the browser is signed in. The HEAD request avoids
// endless reloads when cookies are disabled.
async function comeBack() {
  if (!document.getElementById('signed-out') || !await prove()) return;
  if ((await fetch(location.href, { method: 'HEAD' })).status !== 401) location.reload();
}

keepLater();
comeBack();
