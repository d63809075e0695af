(function () {
  // The page's scripts load after its first paint, and run one at a time, so that a slow machine can draw and handle
  // input in between. A hidden page is not painted, so it waits only a moment.
  var files = JSON.parse(document.getElementById('modules').textContent), begun = false
  function rest(done) { setTimeout(done, 0) }
  function run(at) {
    if (at === files.length) return
    import(files[at]).then(function () { rest(function () { run(at + 1) }) }, function () { dispatchEvent(new Event('script-failed')) })
  }
  function begin() {
    if (begun) return
    begun = true
    files.forEach(function (file) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    })
    run(0)
  }
  requestAnimationFrame(function () { rest(begin) })
  setTimeout(begin, 200)
})()
