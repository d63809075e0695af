import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button, buttonClass } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { GroupRow } from '@/components/ui/form-row'
import { OnceSecret } from '@/components/ui/once-secret'
import { PathLink } from '@/components/layout/path-link'
import type { OwnUser } from '@/lib/api/types'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { scopeBits, type ScopeName } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import { useRegister } from '../api'
import type { ClientType } from '../model/redirect-uri'
import { ApplicationFields, fields, soundRedirects } from './application-fields'
import { BackToList } from './application-head'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

const types: readonly ClientType[] = ['confidential', 'public']

const schema = v.pipe(
  v.object({ ...fields, type: v.picklist(types) }),
  v.forward(
    v.partialCheck([['redirect_uris'], ['type']], ({ redirect_uris, type }) => soundRedirects(redirect_uris, type), t.redirectsWrong),
    ['redirect_uris'],
  ),
)

type Made = { id: string; name: string; secret: string }

/** Registers an application; its secret is shown once, then its own page. */
export function NewApplication({ user }: { user: OwnUser }) {
  const router = useRouter()
  const register = useRegister()
  const [made, setMade] = useState<Made>()
  const open = ({ id, name }: Pick<Made, 'id' | 'name'>) => {
    toast(t.registered, name)
    void router.navigate({
      to: '/settings/$page',
      params: { page: 'applications' },
      search: { app: id },
      replace: true,
      ignoreBlocker: true,
    })
  }
  const form = useAppForm({
    schema,
    keep: `oauth-application:${user.id}`,
    values: {
      name: '',
      url: '',
      description: '',
      type: 'confidential' as ClientType,
      redirect_uris: [''],
      scopes: [] as ScopeName[],
    },
    send: ({ scopes, url, description, ...others }, key) =>
      register.mutateAsync({
        body: { ...others, ...(url ? { url } : {}), ...(description ? { description } : {}), max_scopes: scopeBits(new Set(scopes)) },
        key,
      }),
    onDone: ({ client, client_secret }) => {
      const { id, name } = client
      if (client_secret) setMade({ id, name, secret: client_secret })
      else open({ id, name })
    },
  })
  const type = form.bind('type')
  return (
    <>
      <BackToList />
      <Form form={form} className={ui.card} guard>
        <header className={ui.cardHead}>
          <h1 className={ui.heading}>{t.create}</h1>
          <small className={ui.small}>{t.createLead}</small>
        </header>
        <div className={formCss.rows}>
          <GroupRow label={t.type} hint={t.typeHint} required>
            <div className={css.types}>
              {types.map((one) => (
                <Radio key={one} name="type" value={one} checked={type.value === one} onChange={() => type.onValue(one)}>
                  {t.types[one]}
                  <small>{t.typeHints[one]}</small>
                </Radio>
              ))}
            </div>
          </GroupRow>
        </div>
        <ApplicationFields
          form={form}
          type={type.value}
          redirects={form.bind('redirect_uris')}
          refused={form.error('redirect_uris')}
          sent={form.formState.isSubmitted}
        />
        <div className={ui.cardPad}>
          <div className={formCss.actions}>
            <PathLink className={buttonClass()} to="/settings/$page" params={{ page: 'applications' }}>
              {t.cancel}
            </PathLink>
            <Button type="submit" kind="primary" loading={form.pending}>
              {t.create}
            </Button>
          </div>
        </div>
      </Form>
      <Dialog open={made !== undefined} onOpenChange={() => (made ? open(made) : undefined)} title={t.onceTitle} wide>
        {made ? (
          <OnceSecret secret={made.secret} text={t.onceText} copy={t.copySecret} done={t.onceDone} onDone={() => open(made)} />
        ) : null}
      </Dialog>
    </>
  )
}
