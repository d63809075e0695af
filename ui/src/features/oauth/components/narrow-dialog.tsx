import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { ScopeGrid } from '@/components/form/scope-grid'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { scopeBits, scopesIn, type ScopeName } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import { useNarrow, type Authorization } from '../api'
import formCss from '@/components/ui/form.module.css'

const schema = v.object({ scopes: v.pipe(v.array(v.custom<ScopeName>(() => true)), v.nonEmpty(t.narrowNone)) })

/** Takes scopes away from an application; more of them than before cannot be given here. */
export function NarrowDialog({ authorization, onClose }: { authorization: Authorization; onClose: () => void }) {
  const narrow = useNarrow(authorization.id)
  const given = scopesIn(authorization.scopes)
  const form = useAppForm({
    schema,
    values: { scopes: given },
    send: ({ scopes }) => narrow.mutateAsync(scopeBits(new Set(scopes))),
    onDone: () => {
      toast(t.narrowed, authorization.app.name)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t.narrowTitle(authorization.app.name)} wide>
      <Form form={form}>
        <ScopeGrid form={form} hint={t.narrowHint} among={given} />
        <div className={formCss.actions}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" disabled={form.written.scopes.length === given.length} loading={form.pending}>
            {t.narrow}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
