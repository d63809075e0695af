// Answers navigations without a network with the offline page. It keeps nothing else: pages, API answers and files always
// come from the server.
const CACHE = 'offline-{{.Version}}'
const PAGE = '/offline'

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(new Request(PAGE, { cache: 'reload', credentials: 'omit' })))
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('offline-') && name !== CACHE).map((name) => caches.delete(name))))
      // The browser asks the server while the worker starts, so that a navigation is not slower than without one.
      .then(() => registration.navigationPreload?.enable())
      .then(() => clients.claim()),
  )
})

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const kept = await caches.open(CACHE).then((cache) => cache.match(PAGE))
    if (kept) return kept
    throw error
  }
}

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(visit(event))
})
