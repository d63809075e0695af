import { useQuery } from '@tanstack/react-query'
import { ListTree } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Popover } from '@/components/ui/popover'
import { cn } from '@/lib/cn'
import type { Server } from '@/lib/hosting/servers'
import { serverInstallText } from '@/lib/i18n/zh-Hans/server-install'
import { outlookQuery } from '../api'
import type { Outlook } from '../model/outlook'
import ui from '@/components/ui/ui.module.css'
import css from './server-install.module.css'

const t = serverInstallText.outlook

type OutlookProps = {
  server: Server
  type: string
  project: string
  title: string
  /** The projects that the server has. */
  present: readonly string[]
}

/** Opens what would be installed with a result, before it is. */
export function OutlookButton(props: OutlookProps) {
  return (
    <Popover
      label={t.title(props.title)}
      align="end"
      className={css.outlook}
      trigger={
        <IconButton size="xs" kind="quiet" label={t.open(props.title)}>
          <ListTree className={ui.icon14} aria-hidden />
        </IconButton>
      }
    >
      <Content {...props} />
    </Popover>
  )
}

function Content({ server, type, project, title, present }: OutlookProps) {
  const { data, error, refetch } = useQuery(outlookQuery(server, type, project, present))
  if (!data)
    return error ? (
      <ErrorCard error={error} title={t.errorTitle} onRetry={() => void refetch()} />
    ) : (
      <Loading className={ui.pile}>
        <Bone w="80%" />
        <Bone w="60%" />
        <Bone w="70%" />
      </Loading>
    )
  return (
    // What scrolls can be scrolled by keyboard.
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
    <div className={css.plan} role="group" aria-label={t.title(title)} tabIndex={0}>
      <p className={ui.small}>{t.own(data.number)}</p>
      {data.fitting ? null : <Note tone="warn">{serverInstallText.unfitHint}</Note>}
      <Coming {...data} />
      <Left {...data} />
    </div>
  )
}

function Coming({ coming, left, present }: Outlook) {
  const had = present > 0 ? t.present(String(present)) : undefined
  if (coming.length === 0) return <p>{had ?? (left.length > 0 ? t.nothing : t.none)}</p>
  return (
    <>
      <b>{t.coming}</b>
      <ul className={css.coming} aria-label={t.coming}>
        {coming.map(({ project, title, number, icon }) => (
          <li key={project}>
            <Pic src={icon} project={project} name={title} size={24} />
            <span className={cn(ui.grow, ui.break)}>{title}</span>
            <small className={ui.small}>{number}</small>
          </li>
        ))}
      </ul>
      {had ? <p className={ui.small}>{had}</p> : null}
    </>
  )
}

function Left({ left }: Outlook) {
  if (left.length === 0) return null
  return (
    <Note tone="warn">
      <b>{t.left}</b>
      <ul aria-label={t.left}>
        {left.map(({ project, title, reason }, index) => (
          <li key={`${project} ${index}`}>
            {serverInstallText.leftOut(title ?? serverInstallText.someProject, serverInstallText.leftOutReasons[reason])}
          </li>
        ))}
      </ul>
      <p>{t.leftHint}</p>
    </Note>
  )
}
