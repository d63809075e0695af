import { ChevronRight, House } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { addressOf, usePlace } from '../context'
import { crumbsOf } from '../model/paths'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

/** A press that the browser answers itself: in another tab or window. */
export const isElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** A link to a folder; an ordinary press stays on the page. */
function FolderLink({ path, children, ...rest }: { path: string; children: ReactNode; 'aria-label'?: string; 'data-drop-to'?: string }) {
  const { id, onPath } = usePlace()
  return (
    <a
      {...rest}
      href={addressOf(id, path)}
      onClick={(event) => {
        if (isElsewhere(event)) return
        event.preventDefault()
        onPath(path)
      }}
    >
      {children}
    </a>
  )
}

/** The folders from the top to a folder. With `link` the last one is a link too. */
export function Crumbs({ path, link }: { path: string; link?: boolean }) {
  const crumbs = crumbsOf(path)
  return (
    <nav className={css.crumbs} aria-label={t.crumbs}>
      <ol>
        {crumbs.map((crumb, at) => {
          const label = crumb.name === '' ? <House className={ui.icon} aria-hidden /> : crumb.name
          const name = crumb.name === '' ? { 'aria-label': t.root } : {}
          return (
            <Fragment key={crumb.path}>
              {at > 0 ? (
                <li aria-hidden>
                  <ChevronRight className={ui.icon14} />
                </li>
              ) : null}
              <li>
                {at === crumbs.length - 1 && !link ? (
                  <b aria-current="page">
                    {label}
                    {crumb.name === '' ? t.root : null}
                  </b>
                ) : (
                  <FolderLink path={crumb.path} data-drop-to={crumb.path} {...name}>
                    {label}
                  </FolderLink>
                )}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
