// Programs that use common libraries as they are sign people in with an account of this site, and act for them.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { visitor } from '../lib/browser.mjs'
import { consented, decision, register, site } from '../lib/consent.mjs'
import { demoAccounts, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const player = '演示版主'
const back = 'https://app.example/cb'
const scope = 'openid profile email offline_access USER_READ'

let server, maker, guest, me, program

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  const library = createRequire(import.meta.url)
    .resolve('oidc-client-ts')
    .replace(/[/\\]dist[/\\].*$/, '/dist/browser/oidc-client-ts.min.js')
  program = await site('外面的程序', { '/oidc-client-ts.js': await readFile(library, 'utf8') })
  maker = await visitor(browser, server.url)
  guest = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
  await signIn(guest.context, server, player)
  me = await (await guest.context.request.get(`${server.url}/v2/user`)).json()
})

test.afterAll(async () => {
  await server?.stop()
  program?.close()
})

const status = async (token) => (await fetch(`${server.url}/v2/user`, { headers: { Authorization: `Bearer ${token}` } })).status

for (const [kind, algorithm, authentication, pushed] of [
  ['confidential', 'oidc', client.ClientSecretPost, true],
  ['confidential', 'oauth2', client.ClientSecretBasic, false],
  ['public', 'oidc', client.None, true],
])
  test(`openid-client: a ${kind} application finds the site by ${algorithm} and ${authentication.name}`, async () => {
    const app = await register(maker.context, server, { name: `库一 ${kind} ${algorithm}`, type: kind, redirect_uris: [back] })
    const config = await client.discovery(new URL(server.url), app.id, undefined, authentication(app.secret || undefined), {
      algorithm,
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    })
    expect(config.serverMetadata().supportsPKCE()).toBe(true)
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = client.randomState()
    const expectedNonce = client.randomNonce()
    const asked = {
      redirect_uri: back,
      scope,
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }
    const address = pushed ? await client.buildAuthorizationUrlWithPAR(config, asked) : client.buildAuthorizationUrl(config, asked)
    const answer = await consented(guest.context, server, address)
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
    const mixed = new URL(answer)
    mixed.searchParams.set('iss', 'https://evil.example')
    await expect(client.authorizationCodeGrant(config, mixed, checks)).rejects.toThrow()
    const given = await client.authorizationCodeGrant(config, answer, checks)
    expect([given.claims().sub, given.claims().aud, given.token_type]).toEqual([me.id, app.id, 'bearer'])
    const info = await client.fetchUserInfo(config, given.access_token, me.id)
    expect([info.sub, info.preferred_username, info.email]).toEqual([me.id, player, me.email])
    const next = await client.refreshTokenGrant(config, given.refresh_token)
    expect(next.refresh_token).not.toBe(given.refresh_token)
    expect([next.claims().sub, await status(next.access_token)]).toEqual([me.id, 200])
    if (kind === 'confidential') expect((await client.tokenIntrospection(config, next.access_token)).active).toBe(true)
    await client.tokenRevocation(config, next.refresh_token)
    expect(await status(next.access_token)).toBe(401)
    await expect(client.refreshTokenGrant(config, next.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

test('oauth4webapi: every answer passes its checks', async () => {
  const app = await register(maker.context, server, { name: '第二个库', redirect_uris: [back] })
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(server.url)
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const as = await oauth.processDiscoveryResponse(issuer, found)
  const who = { client_id: app.id }
  const proof = oauth.ClientSecretBasic(app.secret)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const nonce = oauth.generateRandomNonce()
  const asked = new URLSearchParams({
    client_id: app.id,
    response_type: 'code',
    redirect_uri: back,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const pushing = await oauth.pushedAuthorizationRequest(as, who, proof, asked, insecure)
  const { request_uri } = await oauth.processPushedAuthorizationResponse(as, who, pushing)
  const address = new URL(as.authorization_endpoint)
  address.search = new URLSearchParams({ client_id: app.id, request_uri })
  const parameters = oauth.validateAuthResponse(as, who, await consented(guest.context, server, address), state)
  const exchange = await oauth.authorizationCodeGrantRequest(as, who, proof, parameters, back, verifier, insecure)
  const given = await oauth.processAuthorizationCodeResponse(as, who, exchange, { expectedNonce: nonce, requireIdToken: true })
  await oauth.validateApplicationLevelSignature(as, exchange, insecure)
  const claims = oauth.getValidatedIdTokenClaims(given)
  expect([claims.sub, claims.iss]).toEqual([me.id, server.url])
  const info = await oauth.userInfoRequest(as, who, given.access_token, insecure)
  expect((await oauth.processUserInfoResponse(as, who, claims.sub, info)).preferred_username).toBe(player)
  const refreshing = await oauth.refreshTokenGrantRequest(as, who, proof, given.refresh_token, insecure)
  const next = await oauth.processRefreshTokenResponse(as, who, refreshing)
  const looking = await oauth.introspectionRequest(as, who, proof, next.access_token, insecure)
  expect((await oauth.processIntrospectionResponse(as, who, looking)).sub).toBe(me.id)
  const ending = await oauth.revocationRequest(as, who, proof, next.access_token, insecure)
  await oauth.processRevocationResponse(ending)
  expect(await status(next.access_token)).toBe(401)
})

/** What a page of the program does with its library. */
const settings = async () => {
  const app = await register(maker.context, server, {
    name: `库三 ${Date.now()}`,
    type: 'public',
    redirect_uris: [`${program.url}/cb`, `${program.url}/popup`],
  })
  return {
    authority: server.url,
    client_id: app.id,
    redirect_uri: `${program.url}/cb`,
    popup_redirect_uri: `${program.url}/popup`,
    scope: 'openid profile offline_access USER_READ',
    loadUserInfo: true,
    automaticSilentRenew: false,
  }
}

test('oidc-client-ts: a page without a server signs in, renews and signs off', async () => {
  const { page } = guest
  const given = await settings()
  await page.goto(program.url, { plain: true })
  // The page is left before the promise ends.
  await page.evaluate((how) => void new window.oidc.UserManager(how).signinRedirect({ state: 'where I was' }), given)
  await (await decision(page, '授权')).click()
  await page.waitForURL(`${program.url}/cb?*`)
  const first = await page.evaluate(async (how) => {
    const user = await new window.oidc.UserManager(how).signinRedirectCallback()
    return { sub: user.profile.sub, name: user.profile.preferred_username, state: user.state, token: user.access_token }
  }, given)
  expect(first).toMatchObject({ sub: me.id, name: player, state: 'where I was' })
  const next = await page.evaluate(async (how) => (await new window.oidc.UserManager(how).signinSilent()).access_token, given)
  expect(next).not.toBe(first.token)
  expect(await status(next)).toBe(200)
  await page.evaluate((how) => new window.oidc.UserManager(how).revokeTokens(), given)
  expect(await status(next)).toBe(401)
})

test('oidc-client-ts: a window for signing in answers the page that opened it, also where the person signs in first', async ({
  browser,
}) => {
  const given = await settings()
  const { page, context } = await visitor(browser, server.url)
  await page.goto(program.url, { plain: true })
  const opening = context.waitForEvent('page')
  const answered = page.evaluate(async (how) => (await new window.oidc.UserManager(how).signinPopup()).profile.sub, given)
  const popup = await opening
  await popup.waitForURL('**/auth/sign-in?redirect=*')
  await popup.getByLabel('用户名或邮箱').fill(player)
  const password = popup.getByLabel('密码', { exact: false }).first()
  await password.fill((await demoAccounts(server))[player])
  await popup.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await (await decision(popup, '授权')).click()
  await popup.waitForURL(`${program.url}/popup?*`)
  const closed = popup.waitForEvent('close')
  await popup.evaluate((how) => void new window.oidc.UserManager(how).signinPopupCallback(), given)
  await closed
  expect(await answered).toBe(me.id)
  // Any other page of the site is cut off from the window that opened it.
  const [other] = await Promise.all([context.waitForEvent('page'), page.evaluate((url) => void window.open(url), `${server.url}/mods`)])
  await other.waitForURL(`${server.url}/mods`)
  expect(await other.evaluate(() => window.opener)).toBe(null)
  await context.close()
})

test('nothing of this went wrong on the pages of the site', () => {
  expect([...maker.complaints, ...guest.complaints]).toEqual([])
})
