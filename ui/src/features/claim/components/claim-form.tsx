import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { BadgeCheck, PackageX } from 'lucide-react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Radio } from '@/components/ui/checkbox'
import { CopyButton } from '@/components/ui/copy-button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Input, Textarea } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { cn } from '@/lib/cn'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { claimNote } from '@/lib/limits.gen'
import { projectParams } from '@/lib/links'
import { projectQueries } from '@/lib/project-queries'
import { titles } from '@/lib/titles'
import { toast } from '@/stores/toasts'
import { claimQueries, useFileClaim } from '../api'
import formCss from '@/components/ui/form.module.css'
import { PageHead } from '@/components/ui/page-head'
import ui from '@/components/ui/ui.module.css'
import css from './claim.module.css'

const proofs = ['token', 'link'] as const

/** The page on which the maker of an imported project claims it. */
export function ClaimForm({ project }: { project: string }) {
  const query = useQuery({ ...claimQueries.standing(project), enabled: project !== '' })
  return (
    <>
      <PageHead title={t.title} sub={t.lead} />
      <div className={cn(ui.card, ui.cardPad)}>
        {project === '' ? (
          <Empty level={2} icon={PackageX} title={t.pick} />
        ) : query.isError ? (
          <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <Loading className={ui.pile}>
            <Bone w="40%" h={16} />
            <Bone w="100%" h={48} />
            <Bone w="100%" h={96} />
          </Loading>
        ) : query.data.mine?.state === 'open' ? (
          <Empty level={2} icon={BadgeCheck} title={t.already} hint={t.alreadyHint}>
            <PathLink className={buttonClass()} to="/dashboard/claims">
              {t.open}
            </PathLink>
          </Empty>
        ) : !query.data.claimable ? (
          <Empty level={2} icon={PackageX} title={t.impossible} hint={t.impossibleHint}>
            <PathLink className={buttonClass()} to="/$type/$id" params={{ type: 'project', id: project }}>
              {t.view}
            </PathLink>
          </Empty>
        ) : (
          <>
            <Claimed project={project} />
            <Fields project={project} token={query.data.token} />
          </>
        )}
      </div>
    </>
  )
}

/** The project that is claimed. */
function Claimed({ project }: { project: string }) {
  const query = useQuery(projectQueries.detail(project))
  if (!query.data) return query.isError ? null : <Bone h={48} />
  const { title, original } = titles(query.data)
  return (
    <p className={cn(ui.row, ui.noWrap)}>
      <Pic src={query.data.icon_url} project={query.data.id} name={title} color={query.data.color} size={48} />
      <span className={ui.clip}>
        {t.claims}{' '}
        <PathLink className={ui.link} to="/$type/$id" params={projectParams(query.data)}>
          <b>{title}</b>
        </PathLink>
        {original ? <small className={ui.subtle}> {original}</small> : null}
      </span>
    </p>
  )
}

function Fields({ project, token }: { project: string; token: string }) {
  const router = useRouter()
  const file = useFileClaim(project)
  const form = useAppForm({
    schema: v.object({
      proof: v.picklist(proofs),
      address: v.pipe(v.string(), v.trim(), v.nonEmpty(t.addressNeeded)),
      note: v.pipe(v.string(), v.maxLength(claimNote, t.noteLong)),
    }),
    values: { proof: 'token', address: '', note: '' },
    keep: `claim:${project}`,
    send: (body, key) => file.mutateAsync({ body, key }),
    onDone: () => {
      toast(t.submitted, t.submittedText)
      void router.navigate({ to: '/dashboard/claims' })
    },
  })
  const proof = form.watch('proof')
  const { control } = form.field('proof')
  return (
    <Form form={form} guard>
      <fieldset className={css.proofs}>
        <legend>{t.proof}</legend>
        {proofs.map((one) => (
          <Radio key={one} {...control} value={one}>
            {t.proofs[one]}
            <small>{t.proofHints[one]}</small>
          </Radio>
        ))}
      </fieldset>
      {proof === 'token' ? (
        <div className={css.token}>
          {t.token}
          <code>{token}</code>
          <CopyButton className={buttonClass({ size: 'sm' })} text={token} label={t.copyToken}>
            {t.copyToken}
          </CopyButton>
        </div>
      ) : null}
      <Field form={form} name="address" label={t.address[proof]} hint={t.addressHint} required>
        {(input) => <Input {...input} type="url" inputMode="url" placeholder="https://" autoComplete="off" spellCheck={false} />}
      </Field>
      <Field form={form} name="note" label={t.note} hint={t.noteHint}>
        {(input) => <Textarea {...input} rows={4} />}
      </Field>
      <div className={formCss.actions}>
        <PathLink className={buttonClass()} to="/$type/$id" params={{ type: 'project', id: project }}>
          {uiText.cancel}
        </PathLink>
        <Button type="submit" kind="primary" loading={form.pending}>
          {t.submit}
        </Button>
      </div>
    </Form>
  )
}
