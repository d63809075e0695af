// Another site with whose accounts people sign in: an OpenID Connect provider with one person, who is asked.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const encode = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export class Issuer {
  /** The person at the provider. */
  person = { sub: 'person-1', preferred_username: 'chengzi', email: 'chengzi@example.net', email_verified: true }

  #codes = new Map()
  #key = generateKeyPairSync('rsa', { modulusLength: 2048 })

  static async start() {
    const issuer = new Issuer()
    issuer.server = createServer((request, response) => issuer.serve(request, response))
    await new Promise((done) => issuer.server.listen(0, '127.0.0.1', done))
    issuer.url = `http://127.0.0.1:${issuer.server.address().port}`
    return issuer
  }

  async stop() {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }

  /** Its entry in the file of MODYARD_PROVIDERS. */
  config(key = 'example', label = '邻站') {
    return { key, label, issuer: this.url, client_id: 'modyard', scopes: ['profile', 'email'], trust_email: true, private: true }
  }

  async serve(request, response) {
    const url = new URL(request.url, this.url)
    const json = (status, body) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    const to = (location) => response.writeHead(302, { Location: location }).end()
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/keys`,
          userinfo_endpoint: `${this.url}/userinfo`,
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
        })
      case '/keys':
        return json(200, { keys: [{ ...this.#key.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] })
      case '/authorize': {
        const page = `<!doctype html><html lang="zh-Hans"><title>邻站</title><h1>邻站</h1>
          <a href="/agree${url.search.replaceAll('&', '&amp;')}">同意</a> <a href="/deny${url.search.replaceAll('&', '&amp;')}">拒绝</a>`
        return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
      }
      case '/agree':
      case '/deny': {
        const asked = url.searchParams
        const back = new URL(asked.get('redirect_uri'))
        back.searchParams.set('state', asked.get('state'))
        back.searchParams.set('iss', this.url)
        if (url.pathname === '/deny') back.searchParams.set('error', 'access_denied')
        else {
          const code = randomBytes(16).toString('hex')
          this.#codes.set(code, asked)
          back.searchParams.set('code', code)
        }
        return to(back.href)
      }
      case '/token':
        return this.#token(request, json)
      case '/userinfo':
        return json(200, this.person)
    }
    return json(404, {})
  }

  async #token(request, json) {
    let body = ''
    for await (const part of request) body += part
    const given = new URLSearchParams(body)
    const asked = this.#codes.get(given.get('code'))
    this.#codes.delete(given.get('code'))
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    if (challenge !== asked?.get('code_challenge')) return json(400, { error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: this.url, aud: 'modyard', sub: this.person.sub, nonce: asked.get('nonce'), iat: now, exp: now + 600 }
    const signed = `${encode({ alg: 'RS256', kid: 'key' })}.${encode(claims)}`
    const signature = createSign('RSA-SHA256').update(signed).sign(this.#key.privateKey).toString('base64url')
    return json(200, { access_token: 'secret', token_type: 'Bearer', expires_in: 600, id_token: `${signed}.${signature}` })
  }
}
