import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'

/** Says in a toast why something did not work. */
export function tellError(error: unknown): void {
  toast(uiText.errorTitle, error instanceof ApiError ? error.description : siteText.unknownError, 'error')
}
