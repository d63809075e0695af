import { Plus } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { serverNetworkText } from '@/lib/i18n/zh-Hans/server-network'
import { toast } from '@/stores/toasts'
import { useReserve } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './server-network.module.css'

const t = serverNetworkText.ports
const schema = v.object({ name: textBetween(1, 32, t.nameLong) })

/** Reserves another port under a name. */
export function AddPort({ server, refused }: { server: string; refused: string | undefined }) {
  const reserve = useReserve(server)
  const form = useAppForm({
    schema,
    values: { name: '' },
    send: ({ name }, key) => reserve.mutateAsync({ name, key }),
    onDone: ({ port }) => {
      form.reset({ name: '' })
      toast(t.added, t.addedText(String(port)))
    },
  })
  const off = { disabled: refused !== undefined, title: refused }
  return (
    <Form form={form} className={cn(ui.cardFoot, css.add)}>
      <Field form={form} name="name" label={t.name} hint={refused ?? t.nameHint}>
        {(control) => <Input {...control} {...off} autoComplete="off" spellCheck={false} />}
      </Field>
      <Button type="submit" {...off} aria-description={refused} loading={form.pending}>
        <Plus className={ui.icon} aria-hidden />
        {t.add}
      </Button>
    </Form>
  )
}
