import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { ApiError } from '@/lib/api/errors'
import type { User } from '@/lib/api/types'
import { useImeSafeValue } from '@/lib/ime'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import { useEditProfile } from '../../account-api'

const MAX_BIO = 160

/** What others see of a person. */
export function ProfilePage({ user }: { user: User }) {
  const [bio, setBio] = useState(user.bio ?? '')
  const edit = useEditProfile(user.id)
  const field = useImeSafeValue<HTMLTextAreaElement>(bio, setBio)
  const long = [...bio.trim()].length > MAX_BIO
  const changed = bio.trim() !== (user.bio ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!long && changed) edit.mutate({ bio: bio.trim() }, { onSuccess: () => toast(t.saved) })
  }
  return (
    <form className="card" onSubmit={submit} noValidate>
      <header className="card-head">
        <h1 className="head-15">{t.profileTitle}</h1>
        <small className="subtle t12">{t.profileLead}</small>
      </header>
      <div className="card-pad stack-form">
        {edit.error ? <Note tone="bad">{edit.error instanceof ApiError ? edit.error.description : siteText.unknownError}</Note> : null}
        <div className="obj">
          <Pic src={user.avatar_url} name={user.username} size={64} round />
          <div>
            <b>{user.username}</b>
            <small>{t.usernameHint}</small>
          </div>
        </div>
        <FormField label={t.bio} hint={t.bioHint} error={long ? t.bioLong : undefined}>
          {(control) => <Textarea {...control} {...field} rows={3} />}
        </FormField>
        <div className="row-x">
          <Button type="submit" kind="primary" disabled={!changed || long} loading={edit.isPending}>
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
