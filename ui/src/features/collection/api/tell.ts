import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'

/** Shows an error in a toast. */
export function tellError(error: unknown): void {
  toast(uiText.errorTitle, error instanceof ApiError ? error.description : siteText.unknownError, 'error')
}
