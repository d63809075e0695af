import { ApiError } from './api/errors'
import { passkeyText as t } from './i18n/zh-Hans/passkey'

/** Objects of the WebAuthn standard in their JSON form, as the server sends and receives them. */
type Json = { readonly [name: string]: unknown }

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function text(data: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

type Listed = Omit<PublicKeyCredentialDescriptor, 'id'> & { id: string }
const listed = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list as Listed[] | undefined) ?? []).map((one) => ({ ...one, id: bytes(one.id) }))

/** The reason in words why the browser gave no passkey. */
function inWords(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  const problem = (code: string, words: string) => new ApiError(0, code, words)
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return problem('passkey_cancelled', t.cancelled)
    case 'InvalidStateError':
      return problem('passkey_there', t.there)
    case 'SecurityError':
      return problem('passkey_place', t.wrongPlace)
    default:
      return problem('passkey_failed', t.failed)
  }
}

async function ask(dialog: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const given = await dialog().catch((error: unknown) => {
    throw inWords(error)
  })
  if (!given) throw new ApiError(0, 'passkey_failed', t.failed)
  return given as PublicKeyCredential
}

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  clientExtensionResults: {},
})

/** Lets the browser make a passkey. */
export async function createPasskey(options: Json): Promise<Json> {
  const given = options as unknown as { challenge: string; user: { id: string; name: string; displayName: string } }
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: bytes(given.challenge),
        user: { ...given.user, id: bytes(given.user.id) },
        excludeCredentials: listed(options.excludeCredentials),
      },
    }),
  )
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

/** Lets the browser sign with a passkey; quietly: among the suggestions of a field, until the signal ends it. */
export async function signWithPasskey(options: Json, quietly?: AbortSignal): Promise<Json> {
  const credential = await ask(() =>
    navigator.credentials.get({
      ...(quietly ? { mediation: 'conditional' as const, signal: quietly } : {}),
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: bytes(options.challenge as string),
        allowCredentials: listed(options.allowCredentials),
      },
    }),
  )
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
    },
  }
}
