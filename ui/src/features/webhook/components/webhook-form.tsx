import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { webhookText as t } from '@/lib/i18n/zh-Hans/webhook'
import { toast } from '@/stores/toasts'
import { useAddWebhook, useChangeWebhook, type Owner, type Webhook } from '../api'
import formCss from '@/components/ui/form.module.css'
import css from './webhook.module.css'

type WebhookDialogProps = {
  owner: Owner
  /** The kinds that can be chosen. */
  kinds: readonly string[]
  /** The webhook to change; without one a new one is added. */
  webhook?: Webhook
  open: boolean
  onOpenChange: (open: boolean) => void
  onSecret?: (secret: string) => void
}

/** Adds a webhook or changes one. */
export function WebhookDialog(props: WebhookDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={props.webhook ? t.editTitle : t.addTitle}>
      {props.open ? <WebhookForm {...props} /> : null}
    </Dialog>
  )
}

// The server decides which addresses are allowed.
const complete = (url: string) => /^https?:\/\/\S+$/i.test(url)
const schema = (optional: boolean) =>
  v.object({
    url: v.pipe(
      v.string(),
      v.trim(),
      v.check((url) => complete(url) || (optional && url === ''), t.urlWrong),
    ),
    kinds: v.pipe(v.array(v.string()), v.nonEmpty(t.kindsNone)),
  })

const usual = ['version.created', 'project.updated']

function WebhookForm({ owner, kinds: known, webhook, onOpenChange, onSecret }: WebhookDialogProps) {
  const add = useAddWebhook(owner)
  const change = useChangeWebhook(owner, webhook?.id ?? '')
  const form = useAppForm({
    schema: schema(webhook !== undefined),
    values: { url: '', kinds: [...(webhook?.kinds ?? usual)] },
    send: async ({ url, kinds }, key) => {
      if (!webhook) return (await add.mutateAsync({ body: { url, kinds }, key })).secret
      await change.mutateAsync(url ? { url, kinds } : { kinds })
      return undefined
    },
    onDone: (secret) => {
      onOpenChange(false)
      if (secret) onSecret?.(secret)
      else toast(t.saved)
    },
  })
  const kinds = form.field('kinds')
  return (
    <Form form={form}>
      <Field form={form} name="url" label={t.url} hint={webhook ? t.urlKept : t.urlHint} required={!webhook}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder={webhook?.host ?? t.urlPlaceholder}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <fieldset
        className={css.kinds}
        aria-describedby="kinds-note"
        data-invalid={kinds.error ? true : undefined}
        tabIndex={kinds.error ? -1 : undefined}
      >
        <legend className={formCss.label}>{t.kinds}</legend>
        {known.map((kind) => (
          <Checkbox key={kind} {...kinds.control} value={kind}>
            {t.kind(kind)}
          </Checkbox>
        ))}
        <p id="kinds-note" className={kinds.error ? formCss.error : formCss.hint}>
          {kinds.error ?? t.kindsHint}
        </p>
      </fieldset>
      <FormActions onCancel={() => onOpenChange(false)} loading={form.pending}>
        {webhook ? t.save : t.add}
      </FormActions>
    </Form>
  )
}
