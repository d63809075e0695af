// Requests outside of a page do not wait for what the page has just commanded: read models follow a moment later.

/** Looks again until nothing is wrong any more, for at most fifteen seconds, and gives what look gives. */
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

/** Opens an address, or the page again, until it shows what somebody else has just done. */
export async function showsAt(page, path, what) {
  await eventually(async () => {
    await (path ? page.goto(path) : page.reload())
    await what.waitFor({ timeout: 4_000 })
  })
}
