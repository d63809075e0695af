import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react'
import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { MessagePage } from '@/components/layout/message-page'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/api/errors'
import {
  missingCollection,
  missingCollectionTitle,
  missingPage,
  missingPageTitle,
  missingProject,
  missingUser,
  missingUserTitle,
  missingVersion,
  missingWikiPage,
} from '@/lib/heads.gen'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { missingIssue } from '@/lib/talk-heads.gen'
import { applyHead } from './page-head'
import ui from '@/components/ui/ui.module.css'

const Forbidden = lazy(() => import('@/components/ui/empty').then((module) => ({ default: module.Forbidden })))

const DEFAULT_STATUS = 1000

/** The browsers' error messages for a module that cannot be loaded. */
const missingPart = /dynamically imported module|importing a module script|preload css/i

/** The head of a page that no route has. */
function useErrorHead(title: string): void {
  useEffect(() => applyHead({ title, noindex: true }), [title])
}

/** What is said in Chinese above the English texts about missing pages. */
const headlines: Readonly<Record<string, string>> = { [missingUser]: missingUserTitle, [missingCollection]: missingCollectionTitle }

/** What is missing within a project, whose title is the first heading of the page. */
const within: ReadonlySet<string> = new Set([missingVersion, missingWikiPage, missingIssue])

/** An unknown path, or a page whose subject does not exist (the route then gives the text). */
export function NotFoundPage({ data }: { data?: unknown }): ReactElement {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const unknown = missingPage({ path })
  const text = typeof data === 'string' ? data : unknown
  const headline = text === unknown ? missingPageTitle : headlines[text]
  useErrorHead(headline ?? text)
  return headline ? (
    <MessagePage status={404} message={headline} quoted={[text]} />
  ) : (
    <MessagePage status={404} message={text} level={within.has(text) ? 2 : 1} />
  )
}

/** The page's content when its data could not be loaded. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps<unknown>): ReactElement {
  const part = error instanceof Error && missingPart.test(error.message)
  // After a deployment the page is reloaded with the modules of the new build (readapi/pages/guard.js).
  const [reloading] = useState(() => part && !dispatchEvent(new Event('part-failed', { cancelable: true })))
  useEffect(() => {
    if (!(error instanceof ApiError)) dispatchEvent(new CustomEvent('page-failed', { detail: error }))
  }, [error])
  const router = useRouter()
  useErrorHead(shellText.errorOccurred)
  if (ApiError.is(error, 404)) return <MessagePage status={404} message={missingProject} />
  if (ApiError.is(error, 403) || ApiError.is(error, 401))
    return (
      <Suspense>
        <Forbidden className={ui.above16} text={error.description} />
      </Suspense>
    )
  if (reloading || 'reloading' in document.documentElement.dataset) return <></>
  const known = error instanceof ApiError ? error : undefined
  return (
    <MessagePage
      status={known?.status ?? DEFAULT_STATUS}
      message={known?.description ?? (part ? shellText.missingPart : shellText.pageFailed)}
      quoted={known || part ? [] : [(error instanceof Error && error.message) || t.unknownError]}
      code={known ? uiText.errorCode(known.code, known.trace) : String(DEFAULT_STATUS)}
    >
      <Button
        kind="primary"
        size="lg"
        onClick={() => {
          if (part) return location.reload()
          reset()
          void router.invalidate()
        }}
      >
        {uiText.retry}
      </Button>
    </MessagePage>
  )
}
