import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { PlatformIcon } from '@/components/ui/platform-icon'
import { Ago } from '@/components/ui/time'
import { faultText } from '@/features/auth'
import { cn } from '@/lib/cn'
import { providerText as t } from '@/lib/i18n/zh-Hans/provider'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { linksQuery, useLink, useUnlink, type Links, type OutsideLink } from '../links-api'
import ui from '@/components/ui/ui.module.css'
import css from './passkey-section.module.css'

type Row = { key: string; label: string; icon: string; link?: OutsideLink | undefined; away: boolean; offered: boolean }

/** The providers of the site, and linked ones that it no longer has. */
function rowsOf({ links, providers }: Links): Row[] {
  const offered = providers.map((one) => ({ ...one, link: links.find((link) => link.provider === one.key), offered: true }))
  const gone = links.filter((link) => !providers.some((one) => one.key === link.provider))
  return [...offered, ...gone.map((link) => ({ key: link.provider, label: link.label, icon: '', link, away: false, offered: false }))]
}

type Props = {
  /** What the server says after the way to another site. */
  linked?: string | undefined
  fault?: string | undefined
  /** That was shown. */
  onSaid: () => void
}

/** The accounts of other sites that sign in to this one. Nothing is shown where the site offers none. */
export function LinksSection({ linked, fault, onSaid }: Props) {
  const { data } = useQuery(linksQuery)
  const [ending, setEnding] = useState<Row>()
  const link = useLink()
  const said = useRef(false)
  useEffect(() => {
    if (said.current || !data || (linked === undefined && fault === undefined)) return
    said.current = true
    const label = data.links.find((one) => one.provider === linked)?.label
    if (label !== undefined) toast(t.linked(label))
    else if (fault !== undefined) toast(faultText(fault) ?? t.faultOther, undefined, 'error')
    onSaid()
  }, [data, linked, fault, onSaid])
  const rows = data ? rowsOf(data) : []
  if (!data || rows.length === 0) return null
  return (
    <section className={ui.card} aria-labelledby="links-title">
      <header className={ui.cardHead}>
        <h2 id="links-title" className={ui.heading}>
          {t.links}
        </h2>
        <small className={cn(ui.small, ui.hideS)}>{t.linksLead}</small>
      </header>
      <ul>
        {rows.map((row) => (
          <li key={row.key} className={css.row}>
            <PlatformIcon code={row.icon} />
            <div>
              <b>
                {row.label}
                {row.offered ? null : <Badge tone="warn">{t.gone}</Badge>}
              </b>
              <small>{row.link ? <Facts link={row.link} /> : <span>{row.away ? t.away(row.label) : t.linksNone}</span>}</small>
            </div>
            <span className={css.actions}>
              {row.link ? (
                <Button size="sm" danger aria-label={t.unlinkNamed(row.label)} onClick={() => setEnding(row)}>
                  {t.unlink}
                </Button>
              ) : (
                <Button
                  size="sm"
                  aria-label={t.linkNamed(row.label)}
                  disabled={row.away || data.links.length >= data.most}
                  loading={link.isPending && link.variables === row.key}
                  onClick={() => link.mutate(row.key)}
                >
                  {t.link}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {ending ? <Unlink row={ending} last={data.only_way_in && data.links.length === 1} onClose={() => setEnding(undefined)} /> : null}
    </section>
  )
}

function Facts({ link }: { link: OutsideLink }) {
  return (
    <>
      {link.name ? <span className={ui.break}>{link.name}</span> : null}
      <span>
        {t.created} <Ago time={link.created} />
      </span>
      <span>
        {link.last_used ? (
          <>
            {t.used} <Ago time={link.last_used} />
          </>
        ) : (
          t.never
        )}
      </span>
    </>
  )
}

/** Asks before a link ends; the last way in cannot end. */
function Unlink({ row, last, onClose }: { row: Row; last: boolean; onClose: () => void }) {
  const unlink = useUnlink()
  const confirm = () =>
    unlink.mutate(row.key, {
      onSuccess: () => {
        toast(t.unlinked(row.label))
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t.unlinkTitle(row.label)}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" danger disabled={last} loading={unlink.isPending} onClick={confirm}>
            {t.unlink}
          </Button>
        </>
      }
    >
      <p>{last ? t.lastWay : t.unlinkLead(row.label)}</p>
    </Dialog>
  )
}
