import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { ImagePick } from '@/components/ui/image-pick'
import { Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser } from '@/lib/api/types'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { toast } from '@/stores/toasts'
import { useEditProfile } from '../api'
import { useChangeAvatar } from '../security-api'
import ui from '@/components/ui/ui.module.css'
import formCss from '@/components/ui/form.module.css'
import { cn } from '@/lib/cn'
import css from './profile-page.module.css'

const MAX_BIO = 160
const MAX_NAME = 39

const points = (text: string) => [...text].length

const profileSchema = v.object({
  username: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text !== '' && points(text) <= MAX_NAME, t.usernameWrong),
  ),
  bio: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => points(text) <= MAX_BIO, t.bioLong),
  ),
})

/** The public profile of the account. */
export function ProfilePage({ user }: { user: OwnUser }) {
  const edit = useEditProfile(user.id)
  const now = { username: user.username, bio: user.bio }
  const form = useAppForm({
    schema: profileSchema,
    values: now,
    send: ({ username, bio }) =>
      edit.mutateAsync({ ...(username !== now.username ? { username } : {}), ...(bio !== now.bio ? { bio } : {}) }),
    onDone: (_answer, saved) => {
      form.reset(saved)
      toast(t.saved)
    },
  })
  return (
    <Form form={form} className={ui.card}>
      <header className={ui.cardHead}>
        <h1 className={ui.heading}>{t.profileTitle}</h1>
        <small className={ui.small}>{t.profileLead}</small>
      </header>
      <div className={cn(ui.cardPad, formCss.root, css.form)}>
        <AvatarField user={user} />
        <Field form={form} name="username" label={t.username} hint={t.usernameHint} required>
          {(control) => <Input {...control} autoComplete="username" spellCheck={false} />}
        </Field>
        <Field form={form} name="bio" label={t.bio} hint={t.bioCount(points(form.watch('bio').trim()), MAX_BIO)}>
          {(control) => <Textarea {...control} rows={3} />}
        </Field>
        <div className={ui.row}>
          <Button type="submit" kind="primary" disabled={!form.formState.isDirty} loading={form.pending}>
            {t.save}
          </Button>
          <PathLink className={buttonClass({ kind: 'quiet' })} to="/user/$id/{-$kind}" params={{ id: user.username }}>
            {t.toProfile}
          </PathLink>
        </div>
      </div>
    </Form>
  )
}

/** The picture is changed at once; it is no part of the form around it. */
function AvatarField({ user }: { user: OwnUser }) {
  const [error, setError] = useState<string>()
  const avatar = useChangeAvatar(user.id)
  const change = (file: File | undefined) => {
    setError(undefined)
    void avatar
      .mutateAsync(file)
      .then(() => toast(file ? t.avatarChanged : t.avatarRemoved))
      .catch((failure: unknown) => setError(failure instanceof ApiError ? failure.description : formText.unexpected))
  }
  return (
    <div className={formCss.field} role="group" aria-label={t.avatar}>
      <span className={formCss.label}>{t.avatar}</span>
      <div className={cn(ui.row, css.avatar)}>
        <ImagePick
          round
          upload={t.avatarUpload}
          remove={t.avatarRemove}
          busy={avatar.isPending}
          onFile={change}
          onError={setError}
          onRemove={user.avatar_url ? () => change(undefined) : undefined}
        >
          <Pic src={user.avatar_url} name={user.username} size={64} round eager />
        </ImagePick>
      </div>
      <p className={error ? formCss.error : formCss.hint} role={error ? 'alert' : undefined}>
        {error ?? t.avatarHint}
      </p>
    </div>
  )
}
