import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { scopesIn } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import { useNarrowToken, type AccessToken } from '../api'
import ui from '@/components/ui/ui.module.css'

/** Names the scopes that a token has not used for long, and drops them. */
export function NarrowToken({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const narrow = useNarrowToken()
  const unused = scopesIn(token.unused_scopes)
  const confirm = () =>
    narrow.mutate(token, {
      onSuccess: () => {
        toast(t.narrowed(token.name))
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.narrowTitle(token.name)}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" loading={narrow.isPending} onClick={confirm}>
            {t.narrowSend}
          </Button>
        </>
      }
    >
      <p>{t.narrowLead}</p>
      <p className={ui.muted}>{unused.map((scope) => t.scopeNames[scope]).join('、')}</p>
    </Dialog>
  )
}
