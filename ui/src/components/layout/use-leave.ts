import { ApiError } from '@/lib/api/errors'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useSignOut } from '@/lib/session'
import { toast } from '@/stores/toasts'

/** Signs out, and says so where that fails. */
export function useLeave(): () => void {
  const signOut = useSignOut()
  return () => {
    signOut().catch((error: unknown) => {
      toast(uiText.errorTitle, error instanceof ApiError ? error.description : undefined, 'error')
    })
  }
}
