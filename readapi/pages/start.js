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

  // A press on a drawn control that the application has not taken over is kept, shown as waiting, and repeated on it
  // then, so that none is lost. Links and forms with an address work without the application and are left alone.
  var kinds = 'button, [role=button], [role=switch], input[type=checkbox], input[type=radio]', most = 10, patience = 15000
  var drawn = new WeakSet(document.querySelectorAll(kinds)), held = []
  function isTaken(control) {
    return Object.keys(control).some(function (key) { return key.indexOf('__reactProps$') === 0 })
  }
  function works(control) {
    return control.disabled || control.type === 'submit' && control.form && control.form.hasAttribute('action')
  }
  function press(control) {
    // Menus open when the pointer goes down.
    var how = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse', isPrimary: true }
    control.dispatchEvent(new PointerEvent('pointerdown', how))
    control.dispatchEvent(new PointerEvent('pointerup', how))
    control.click()
  }
  function release() {
    while (held.length && (isTaken(held[0].control) || !held[0].control.isConnected || performance.now() > held[0].end)) {
      var control = held.shift().control
      drawn.delete(control)
      control.removeAttribute('data-held')
      if (control.isConnected) press(control)
    }
    if (held.length) requestAnimationFrame(release)
  }
  addEventListener('click', function (event) {
    var control = event.target.closest && event.target.closest(kinds)
    if (!control || !drawn.has(control) || isTaken(control) || works(control)) return
    event.preventDefault()
    event.stopPropagation()
    if (control.hasAttribute('data-held') || held.length === most) return
    control.setAttribute('data-held', '')
    held.push({ control: control, end: performance.now() + patience })
    if (held.length === 1) requestAnimationFrame(release)
  }, true)
})()
