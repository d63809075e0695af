(function () {
  var theme = /(?:^|; )modyard_theme=([a-z]+)(?:\.([a-z]+))?/.exec(document.cookie), shown = theme ? theme[1] : 'system'
  if (shown === 'system') shown = matchMedia('(prefers-color-scheme: dark)').matches ? (theme && theme[2]) || 'dark' : 'light'
  document.documentElement.dataset.theme = shown
  function again() { location.reload() }
  document.getElementById('again').addEventListener('click', again)
  addEventListener('online', again)
  var kept = []
  try { kept = JSON.parse(localStorage.getItem('modyard.seen') || '[]') } catch (_) { /* nothing is shown then */ }
  if (!Array.isArray(kept)) return
  var list = document.querySelector('#seen ul')
  kept.slice(0, 12).forEach(function (one) {
    if (!one || typeof one.path !== 'string' || !/^\/[a-z]+\/[^/]/.test(one.path) || typeof one.title !== 'string') return
    var link = document.createElement('a'), name = document.createElement('b'), text = document.createElement('small')
    link.href = one.path
    name.textContent = one.title
    text.textContent = typeof one.text === 'string' ? one.text : ''
    link.append(name, text)
    var item = document.createElement('li')
    item.append(link)
    list.append(item)
  })
  document.getElementById('seen').hidden = list.childElementCount === 0
})()
