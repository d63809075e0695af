// A real server in a data directory of its own.
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const binary = resolve(import.meta.dirname, '../../bin/modyard')

/** A port of the loopback interface that nobody uses at the moment. */
async function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

export class Server {
  /** Starts `modyard serve` with the given arguments and waits until it is ready. */
  static async start(...args) {
    const server = new Server()
    server.dir = await mkdtemp(join(tmpdir(), 'modyard-e2e-'))
    server.args = args
    for (let left = 3; ; left--) {
      server.port = await freePort()
      server.url = `http://127.0.0.1:${server.port}`
      try {
        await server.launch()
        return server
      } catch (error) {
        // Whoever else looked for a port, as a browser does for every connection, may have got it first.
        if (left === 0 || !error.message.includes('address already in use')) throw error
      }
    }
  }

  /** The same with the demonstration set, once search has all of it: it follows what was loaded. */
  static async demonstration() {
    const server = await Server.start()
    await server.run('demo')
    for (let seen = 0, same = 0; same < 3;) {
      const { total_hits: now } = await (await fetch(`${server.url}/v2/search?limit=1`)).json()
      same = now > 0 && now === seen ? same + 1 : 0
      seen = now
      await new Promise((done) => setTimeout(done, 100))
    }
    return server
  }

  get env() {
    return {
      ...process.env,
      MODYARD_ADDR: `127.0.0.1:${this.port}`,
      MODYARD_PUBLIC_URL: this.url,
      MODYARD_DATA_DIR: join(this.dir, 'data'),
      MODYARD_PRIVATE_ADDR: '127.0.0.1:0',
      MODYARD_RATE_LIMIT: '0',
      ...(process.env.MODYARD_UI_DIR ? { MODYARD_UI_DIR: process.env.MODYARD_UI_DIR } : {}),
    }
  }

  async launch() {
    this.log = ''
    this.process = spawn(binary, ['serve', ...this.args], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk) => { this.log = (this.log + chunk).slice(-200_000) }
    this.process.stdout.on('data', keep)
    this.process.stderr.on('data', keep)
    this.exited = new Promise((done) => this.process.once('exit', (code, signal) => done({ code, signal })))
    const deadline = Date.now() + 120_000
    for (;;) {
      const gone = await Promise.race([this.exited, new Promise((r) => setTimeout(r, 150))])
      if (gone) throw new Error(`the server ended with ${JSON.stringify(gone)}:\n${this.log}`)
      const ready = await fetch(`${this.url}/readyz`).then((r) => r.ok, () => false)
      if (ready) return
      if (Date.now() > deadline) throw new Error(`the server was not ready in time:\n${this.log}`)
    }
  }

  /** Runs another command of the program on the same data directory. */
  async run(...args) {
    const { stdout } = await promisify(execFile)(binary, args, { env: this.env, maxBuffer: 16 << 20 })
    return stdout
  }

  /** The same with something to read on standard input. */
  async feed(input, ...args) {
    const running = promisify(execFile)(binary, args, { env: this.env })
    running.child.stdin.end(input)
    const { stdout } = await running
    return stdout
  }

  /** Kills the program without a word, as a power cut would. */
  async kill() {
    this.process.kill('SIGKILL')
    await this.exited
  }

  async stop() {
    this.process.kill('SIGTERM')
    const late = setTimeout(() => this.process.kill('SIGKILL'), 20_000)
    await this.exited
    clearTimeout(late)
    await rm(this.dir, { recursive: true, force: true })
  }
}
