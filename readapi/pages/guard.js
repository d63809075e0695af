(function () {
  // A script that fails to load belongs to a build that is gone, or the connection broke. The page is reloaded, at most
  // once in 30 seconds; otherwise it shows a message.
  // Errors before the app reports them (ui/src/app/browser-report.ts).
  var early = window.earlyErrors = []
  function keep(event) {
    if ((event.error || event.reason) && early.length < 5) early.push(event.error || event.reason)
  }
  addEventListener('error', keep)
  addEventListener('unhandledrejection', keep)
  var key = 'modyard.reloaded', pause = 30000
  function reload() {
    if (navigator.onLine === false) return false // the browser's own error page would replace this one
    try {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pause) return false
      sessionStorage.setItem(key, String(Date.now()))
    } catch (e) {
      return false // without storage the reloads would not end
    }
    document.documentElement.dataset.reloading = ''
    location.reload()
    return true
  }
  function showMessage() {
    if (document.getElementById('script-failed')) return
    var message = document.createElement('p')
    message.id = 'script-failed'
    message.setAttribute('role', 'alert')
    message.textContent = '页面的程序没有加载成功，部分功能无法使用。'
    var link = document.createElement('a')
    link.href = location.href
    link.textContent = '重新加载'
    link.onclick = function () { location.reload(); return false }
    message.append(link)
    document.body.prepend(message)
  }
  function failed() {
    if (reload()) return
    if (document.body) showMessage()
    else document.addEventListener('DOMContentLoaded', showMessage)
  }
  addEventListener('script-failed', failed)
  addEventListener('error', function (event) {
    if (event.target && event.target.tagName === 'SCRIPT') failed()
  }, true)
  // The app asks before it shows an error page for a part that failed to load; preventDefault means that it reloads.
  addEventListener('part-failed', function (event) {
    if (reload()) event.preventDefault()
  })
})()
