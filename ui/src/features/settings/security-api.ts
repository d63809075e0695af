import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { send } from '@/lib/api/client'
import { upload } from '@/lib/api/upload'
import { arrive, useEndSession } from '@/lib/session-end'

/** A command on the viewer's account, which then refetches the account. The form shows errors. */
function useOwnCommand<T, R>(run: (value: T) => Promise<R>) {
  return useMutation({ meta: { touches: ['account', 'sessions'] }, mutationFn: run, onError: () => undefined })
}

export const useChangeEmail = () => useOwnCommand((body: { email: string; password: string }) => send('PATCH', '/v2/auth/email', { body }))
export const useChangePassword = () =>
  useOwnCommand((body: { old_password: string; new_password: string; end_tokens: boolean }) => send('PATCH', '/v2/auth/password', { body }))
export const useConfirmTotp = () => useOwnCommand((body: { flow: string; code: string }) => send('POST', '/v2/auth/2fa', { body }))
export const useRemoveTotp = () => useOwnCommand((code: string) => send('DELETE', '/v2/auth/2fa', { body: { code } }))
export const useRenewCodes = () => useOwnCommand((code: string) => send('POST', '/v2/auth/2fa/backup_codes', { body: { code } }))

export function useBeginTotp() {
  return useMutation({ mutationFn: () => send('POST', '/v2/auth/2fa/get_secret'), onError: () => undefined })
}

/** Without a file the avatar is removed. */
export const useChangeAvatar = (id: string) =>
  useOwnCommand(async (file: File | undefined) => {
    if (file) await upload('PATCH', '/v2/user/{id}/icon', file, { params: { id }, query: { ext: file.type.split('/')[1] ?? 'png' } })
    else await send('DELETE', '/v2/user/{id}/icon', { params: { id } })
  })

/** Deletes the account and opens the home page; the form shows errors. */
export function useDeleteAccount(id: string) {
  const router = useRouter()
  return useEndSession(
    (body: { password: string; code: string; give_up?: string }) => send('DELETE', '/v2/user/{id}', { params: { id }, body }),
    {
      leave: () => arrive(router, () => router.navigate({ to: '/', ignoreBlocker: true })),
      onError: () => undefined,
    },
  )
}
