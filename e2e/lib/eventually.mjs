// Requests outside of a page do not wait for the page's last command: read models follow a moment later.

/** Repeats a check until it succeeds, for at most fifteen seconds, and returns its result. */
export async function eventually(look, most = 15_000) {
  for (const end = Date.now() + most; ; ) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

/** Opens an address, or reloads the page, until it shows another account's last change. */
export async function showsAt(page, path, what) {
  await eventually(async () => {
    await (path ? page.goto(path) : page.reload())
    await what.waitFor({ timeout: 4_000 })
  })
}
