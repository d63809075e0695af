(function () {
  // The page's scripts come when its first sight is drawn, and run one at a time, so that a slow machine draws and
  // answers in between. A page that nobody looks at is not drawn, and waits no longer than a moment.
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
