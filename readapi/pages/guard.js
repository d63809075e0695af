(function () {
  // A script that cannot be had belongs to a build that is gone, or the line broke. The page is loaded again, once in
  // half a minute; else it says what is wrong.
  var key = 'modyard.reloaded', pause = 30000
  function again() {
    if (navigator.onLine === false) return false // nothing would be left to look at
    try {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pause) return false
      sessionStorage.setItem(key, String(Date.now()))
    } catch (e) {
      return false // without a store nothing would end the reloads
    }
    document.documentElement.dataset.reloading = ''
    location.reload()
    return true
  }
  function tell() {
    if (document.getElementById('script-failed')) return
    var told = document.createElement('p')
    told.id = 'script-failed'
    told.setAttribute('role', 'alert')
    told.textContent = '页面的程序没有加载成功，部分功能无法使用。'
    var link = document.createElement('a')
    link.href = location.href
    link.textContent = '重新加载'
    link.onclick = function () { location.reload(); return false }
    told.append(link)
    document.body.prepend(told)
  }
  function failed() {
    if (again()) return
    if (document.body) tell()
    else document.addEventListener('DOMContentLoaded', tell)
  }
  addEventListener('script-failed', failed)
  addEventListener('error', function (event) {
    if (event.target && event.target.tagName === 'SCRIPT') failed()
  }, true)
  addEventListener('vite:preloadError', again)
})()
