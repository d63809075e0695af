import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { ImagePick } from '@/components/ui/image-pick'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { useImeSafeValue } from '@/lib/ime'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import { useEditProfile } from '../api'
import { useChangeAvatar } from '../security-api'
import { FormError } from './form-error'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './profile-page.module.css'

const MAX_BIO = 160
const MAX_NAME = 39

/** What others see of a person. */
export function ProfilePage({ user }: { user: OwnUser }) {
  const [name, setName] = useState(user.username)
  const [bio, setBio] = useState(user.bio ?? '')
  const edit = useEditProfile(user.id)
  const bioField = useImeSafeValue<HTMLTextAreaElement>(bio, setBio)
  const nameField = useImeSafeValue<HTMLInputElement>(name, setName)
  const length = [...name.trim()].length
  const errors = {
    name: length === 0 || length > MAX_NAME ? t.usernameWrong : undefined,
    bio: [...bio.trim()].length > MAX_BIO ? t.bioLong : undefined,
  }
  const change = {
    ...(name.trim() !== user.username ? { username: name.trim() } : {}),
    ...(bio.trim() !== (user.bio ?? '') ? { bio: bio.trim() } : {}),
  }
  const changed = Object.keys(change).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (errors.name || errors.bio || !changed) return
    void edit.mutateAsync(change).then(() => toast(t.saved)).catch(() => undefined)
  }
  return (
    <form className={ui.card} onSubmit={submit} noValidate>
      <header className={ui.cardHead}>
        <h1 className={ui.heading}>{t.profileTitle}</h1>
        <small className={ui.small}>{t.profileLead}</small>
      </header>
      <div className={cn(ui.cardPad, formCss.root, css.form)}>
        <FormError error={edit.error} />
        <AvatarField user={user} />
        <FormField label={t.username} hint={t.usernameHint} error={errors.name} required>
          {(control) => <Input {...control} {...nameField} autoComplete="username" spellCheck={false} />}
        </FormField>
        <FormField label={t.bio} hint={t.bioCount([...bio.trim()].length, MAX_BIO)} error={errors.bio}>
          {(control) => <Textarea {...control} {...bioField} rows={3} />}
        </FormField>
        <div className={ui.row}>
          <Button type="submit" kind="primary" disabled={!changed || Boolean(errors.name ?? errors.bio)} loading={edit.isPending}>
            {t.save}
          </Button>
          <PathLink className={buttonClass({ kind: 'quiet' })} href={`/user/${user.username}`}>
            {t.toProfile}
          </PathLink>
        </div>
      </div>
    </form>
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
      .catch((failure: unknown) => setError(failure instanceof ApiError ? failure.description : siteText.unknownError))
  }
  return (
    <div className={formCss.field} role="group" aria-label={t.avatar}>
      <span className={formCss.label}>{t.avatar}</span>
      <div className={cn(ui.row, css.avatar)}>
        <ImagePick round upload={t.avatarUpload} remove={t.avatarRemove} busy={avatar.isPending} onFile={change} onError={setError} onRemove={user.avatar_url ? () => change(undefined) : undefined}>
          <Pic src={user.avatar_url} name={user.username} size={64} round eager />
        </ImagePick>
      </div>
      <p className={error ? formCss.error : formCss.hint} role={error ? 'alert' : undefined}>
        {error ?? t.avatarHint}
      </p>
    </div>
  )
}
