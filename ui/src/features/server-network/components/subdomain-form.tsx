import { useRef, type ChangeEvent, type CompositionEvent } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import type { Server } from '@/lib/hosting/servers'
import { serverNetworkText } from '@/lib/i18n/zh-Hans/server-network'
import { toast } from '@/stores/toasts'
import { useSetSubdomain } from '../api'
import { isSubdomain, lower, partsOf } from '../model'
import { useSubdomainCheck, type Check } from '../use-subdomain-check'
import ui from '@/components/ui/ui.module.css'
import css from './server-network.module.css'

const t = serverNetworkText.subdomain

/** What is said of the subdomain that the server has. */
function presentIn({ domain_state: state }: Server['net']): string {
  return state ? t.states[state] : t.present
}

const words = { none: t.rule, checking: t.checking, free: t.free, unknown: t.unknown } as const

/** Why a checked subdomain cannot be had; undefined where it can, or where nothing is known. */
function refusalIn(check: Check): string | undefined {
  return check.kind === 'refused' ? check.text : check.kind === 'taken' ? t.taken : undefined
}

/** The subdomain of a server, which is checked while it is typed. */
export function SubdomainForm({ server, refused }: { server: Server; refused: string | undefined }) {
  const [current, suffix] = partsOf(server.net.domain)
  const save = useSetSubdomain(server.server_id)
  const form = useAppForm({
    schema: v.object({
      subdomain: v.pipe(
        v.string(),
        v.trim(),
        v.check(isSubdomain, t.rule),
        v.check(() => check.kind !== 'taken', t.taken),
      ),
    }),
    values: { subdomain: current },
    send: ({ subdomain }) => save.mutateAsync(subdomain),
    onDone: (_answer, given) => {
      form.reset(given)
      toast(t.done, t.doneText)
    },
  })
  const { subdomain } = form.written
  const changed = subdomain !== current
  const check = useSubdomainCheck(changed && refused === undefined ? subdomain : '')
  const wrong = refusalIn(check)
  const composing = useRef(false)
  const hint =
    check.kind === 'taken' || check.kind === 'refused' ? undefined : !changed && current ? presentIn(server.net) : words[check.kind]
  return (
    <Form form={form} className={css.subdomain}>
      <Field form={form} row name="subdomain" label={t.label} hint={<span role="status">{refused ?? hint}</span>} error={wrong}>
        {(control) => (
          <>
            <Input
              {...control}
              className={css.name}
              disabled={refused !== undefined}
              title={refused}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
              end={suffix ? <span className={cn(ui.subtle, ui.oneLine)}>{suffix}</span> : undefined}
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                // What an input method composes is not the text yet.
                if (composing.current) return
                lower(event.target)
                void control.onChange(event)
              }}
              onCompositionStart={() => {
                composing.current = true
              }}
              onCompositionEnd={(event: CompositionEvent<HTMLInputElement>) => {
                composing.current = false
                lower(event.currentTarget)
                form.bind('subdomain').onValue(event.currentTarget.value)
              }}
            />
            <Button
              type="submit"
              disabled={refused !== undefined || !changed || wrong !== undefined}
              title={refused}
              aria-description={refused}
              loading={form.pending}
            >
              {t.save}
            </Button>
          </>
        )}
      </Field>
    </Form>
  )
}
