// A real game host in a folder of its own. Its servers are stand-ins, processes that outlive it.
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from './eventually.mjs'

const binary = resolve(import.meta.dirname, '../../bin/modyard')

/** A free port of the loopback interface. */
export async function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

export class Node {
  /** Joins a site with a code and runs. */
  static async join(site, code) {
    const node = new Node()
    node.dir = await mkdtemp(join(tmpdir(), 'modyard-node-'))
    node.port = await freePort()
    await promisify(execFile)(binary, ['node', 'join', site, code], { env: node.env })
    await node.start()
    return node
  }

  get env() {
    return {
      ...process.env,
      MODYARD_NODE_ADDR: `127.0.0.1:${this.port}`,
      MODYARD_NODE_DATA_DIR: join(this.dir, 'node'),
      MODYARD_NODE_PUBLIC_URL: `http://127.0.0.1:${this.port}`,
      MODYARD_NODE_PLAIN: 'true',
    }
  }

  async start() {
    this.log = ''
    this.process = spawn(binary, ['node'], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk) => {
      this.log = (this.log + chunk).slice(-100_000)
    }
    this.process.stdout.on('data', keep)
    this.process.stderr.on('data', keep)
    this.exited = new Promise((done) => this.process.once('exit', done))
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${this.port}/healthz`).catch(() => undefined)
      if (!answer?.ok) throw new Error(`the node does not answer:\n${this.log}`)
    })
  }

  /** Kills the process without a shutdown. Its servers run on. */
  async kill() {
    this.process.kill('SIGKILL')
    await this.exited
  }

  /** Stops every server, then the node, and removes the folder. */
  async stop() {
    await promisify(execFile)(binary, ['node', 'stop-all'], { env: this.env }).catch((error) => console.error(error.stderr))
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGTERM')
    await this.exited
    await rm(this.dir, { recursive: true, force: true })
  }
}
