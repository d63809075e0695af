import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { serverQueries } from '../api'
import sectionBarCss from '@/components/layout/section-bar.module.css'
import tabsCss from '@/components/ui/tabs.module.css'

/** More would not fit into a bar. */
const MOST = 12

/** The section bar of the panel: all servers, and each of them. */
export function ServerFrame({ open, children }: { open?: string | undefined; children: ReactNode }) {
  const bar = useCurrentInSight()
  const { data } = useQuery(serverQueries.list())
  const listed = data?.servers ?? []
  const here = listed.findIndex(({ server_id }) => server_id === open)
  const shown = here >= MOST ? [...listed.slice(0, MOST - 1), ...listed.slice(here, here + 1)] : listed.slice(0, MOST)
  const tab = (on: boolean) => (on ? { className: tabsCss.on, 'aria-current': 'page' as const } : {})
  return (
    <>
      <div className={sectionBarCss.root}>
        <div className={sectionBarCss.inner}>
          <b className={sectionBarCss.name}>{t.section}</b>
          <nav className={tabsCss.root} aria-label={t.section} ref={bar}>
            <PathLink to="/servers/manage/{-$sid}/{-$part}/{-$sub}" params={{ sid: undefined }} {...tab(open === undefined)}>
              {t.all}
            </PathLink>
            {shown.map(({ server_id, name }) => (
              <PathLink
                key={server_id}
                to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
                params={{ sid: server_id }}
                {...tab(server_id === open)}
              >
                {name}
              </PathLink>
            ))}
          </nav>
        </div>
      </div>
      {children}
    </>
  )
}
