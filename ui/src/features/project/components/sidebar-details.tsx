import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { OutsideLink } from '@/components/ui/outside-link'
import { Ago } from '@/components/ui/time'
import { When } from '@/components/ui/when'
import type { ProjectPage } from '@/lib/api/types'
import { dayOf, whyEstimated } from '@/lib/estimated'
import { formatCount, formatDateTime } from '@/lib/format'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import { licenseName } from '@/lib/license'
import { licenseQuery } from '@/lib/license-query'
import { useDeveloperMode } from '@/stores/flags'
import keyValuesCss from '@/components/ui/key-values.module.css'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'
import sidebarCss from './sidebar.module.css'

const LicenseDialog = lazy(() => import('./license-dialog'))

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Day({ time, estimated }: { time: string; estimated: boolean }) {
  return (
    <time dateTime={time} title={estimated ? whyEstimated(time) : formatDateTime(time)}>
      {dayOf(time, estimated)}
    </time>
  )
}

export function Details({ project }: { project: ProjectPage }) {
  const client = useQueryClient()
  const [license, setLicense] = useState(false)
  const developer = useDeveloperMode((state) => state.on)
  const { id, url } = project.license
  const known = id !== '' && !id.startsWith('LicenseRef-')
  const opening = project.opening_downloads
  return (
    <section className={sideCss.section}>
      <h2 className={sideCss.heading}>{t.side.details}</h2>
      <dl className={keyValuesCss.root}>
        <Row name={t.details.license}>
          {known ? (
            <button
              type="button"
              className={sidebarCss.linkButton}
              aria-haspopup="dialog"
              onMouseEnter={() => void client.prefetchQuery(licenseQuery(id))}
              onClick={() => setLicense(true)}
            >
              {licenseName(id)}
            </button>
          ) : url ? (
            <OutsideLink className={ui.link} href={url}>
              {licenseName(id)}
            </OutsideLink>
          ) : (
            licenseName(id)
          )}
        </Row>
        <Row name={project.approved ? t.details.published : t.details.submitted}>
          <Day time={project.approved ?? project.published} estimated={project.estimated.created} />
        </Row>
        {project.status === 'processing' && project.queued ? (
          <Row name={t.details.queued}>
            <Ago time={project.queued} />
          </Row>
        ) : null}
        <Row name={t.details.updated}>
          <When estimated={project.estimated.updated} time={project.updated} />
        </Row>
        {opening && opening.count > 0 ? (
          <Row name={t.details.opening}>
            <span title={t.opening(formatCount(opening.count), opening.estimated)}>
              {t.openingShort(formatCount(opening.count), opening.estimated)}
            </span>
          </Row>
        ) : null}
        {project.aliases.length > 0 ? <Row name={t.details.aliases}>{project.aliases.join('、')}</Row> : null}
        <Row name={t.details.id}>
          <CopyButton text={project.id} label={t.copyId}>
            {project.id}
          </CopyButton>
        </Row>
        {developer ? (
          <>
            <Row name={t.teamId}>
              <CopyButton text={project.team} label={t.teamId}>
                {project.team}
              </CopyButton>
            </Row>
            {project.thread_id ? (
              <Row name={t.threadId}>
                <CopyButton text={project.thread_id} label={t.threadId}>
                  {project.thread_id}
                </CopyButton>
              </Row>
            ) : null}
          </>
        ) : null}
      </dl>
      {license ? (
        <Suspense>
          <LicenseDialog license={project.license} onClose={() => setLicense(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
