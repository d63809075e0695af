import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search, UserSearch } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { DateInput } from '@/components/ui/date-input'
import { Empty, ErrorCard, Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { ItemBones } from '@/components/ui/item-bones'
import { NativeSelect } from '@/components/ui/native-select'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { keepEnterForIme } from '@/lib/ime'
import { accountQueries, useFindByAddress, type StaffUser } from '../api'
import { parseAccountsSearch, roles, states, type AccountsSearch } from '../search'
import { RoleMarks, StateMarks } from './account-marks'
import itemCss from '@/components/ui/item.module.css'
import { PageHead } from '@/components/ui/page-head'
import queueCss from '@/components/ui/queue.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './accounts.module.css'

/** The accounts of the site for the staff, newest first. */
export function AccountsScreen({ search: given }: { search: AccountsSearch }) {
  const search = parseAccountsSearch(given)
  const { after, ...filters } = search
  const query = useQuery(accountQueries.page(search))
  const { data } = query
  return (
    <>
      <PageHead title={t.title} sub={t.lead} />
      <Filters key={JSON.stringify(filters)} filters={filters} />
      {data ? (
        <section className={cn(ui.card, queueCss.root, query.isPlaceholderData && ui.stale)} aria-label={t.title}>
          {data.users.length > 0 ? <Table users={data.users} /> : <Empty level={2} icon={UserSearch} title={t.none} hint={t.noneHint} />}
          <footer className={queueCss.foot}>
            <span className={ui.tabular}>{t.shown(formatExact(data.users.length))}</span>
            <span className={css.buttons}>
              {after ? (
                <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/accounts" search={filters}>
                  {t.newest}
                </PathLink>
              ) : null}
              {data.next ? (
                <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/accounts" search={{ ...filters, after: data.next }}>
                  {t.older}
                </PathLink>
              ) : null}
            </span>
          </footer>
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ItemBones count={8} />
      )}
    </>
  )
}

/** The filters. A whole address leads to its account: it is sent as a command and never stands in an address of a page. */
function Filters({ filters }: { filters: AccountsSearch }) {
  const router = useRouter()
  const find = useFindByAddress()
  const [text, setText] = useState(filters.q ?? '')
  const go = (change: Partial<Record<keyof AccountsSearch, string>>) =>
    void router.navigate({ to: '/moderation/accounts', search: parseAccountsSearch({ ...filters, ...change }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = text.trim()
    if (!address.includes('@')) return go({ q: address })
    find.mutate(address, { onSuccess: ({ id }) => void router.navigate({ to: '/moderation/account/$id', params: { id } }) })
  }
  const any = { value: '', label: t.any }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form className={css.filters} aria-label={t.filters} onSubmit={submit} onKeyDown={keepEnterForIme}>
      <Input
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={t.query}
        placeholder={t.query}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NativeSelect
        label={t.role}
        prefix={t.role}
        value={filters.role ?? ''}
        onValue={(value) => go({ role: value })}
        options={[any, ...roles.map((one) => ({ value: one, label: t.roles[one] }))]}
      />
      <NativeSelect
        label={t.state}
        prefix={t.state}
        value={filters.state ?? ''}
        onValue={(value) => go({ state: value })}
        options={[any, ...states.map((one) => ({ value: one, label: t.states[one] }))]}
      />
      <DateInput
        type="date"
        icon={<small>{t.fromShort}</small>}
        aria-label={t.from}
        value={filters.from ?? ''}
        onChange={(event) => go({ from: event.target.value })}
      />
      <DateInput
        type="date"
        icon={<small>{t.toShort}</small>}
        aria-label={t.to}
        value={filters.to ?? ''}
        onChange={(event) => go({ to: event.target.value })}
      />
      <Button type="submit" kind="primary" loading={find.isPending}>
        <Search className={ui.icon} aria-hidden />
        {t.apply}
      </Button>
      {text.includes('@') ? <Note>{t.addressNote}</Note> : null}
      {find.error ? <Note tone="bad">{ApiError.is(find.error) ? find.error.description : t.none}</Note> : null}
    </form>
  )
}

function Table({ users }: { users: readonly StaffUser[] }) {
  return (
    <DataTable title={t.caption} columns={[t.column.user, t.column.role, t.column.state, { right: t.column.created }]}>
      {users.map((user) => (
        <tr key={user.id}>
          <td className={cn(tableCss.mobileWide, queueCss.what)}>
            <div className={itemCss.root}>
              <Pic src={user.avatar_url} name={user.username} size={40} round />
              <div>
                <b className={ui.clip}>
                  <PathLink data-row-link to="/moderation/account/$id" params={{ id: user.id }}>
                    {user.username}
                  </PathLink>
                </b>
                <small className={ui.clip}>{[user.id, user.bio].filter(Boolean).join(' · ')}</small>
              </div>
            </div>
          </td>
          <td>
            <RoleMarks user={user} />
          </td>
          <td>
            <StateMarks user={user} />
          </td>
          <td className={cn(tableCss.right, tableCss.mobileEnd, ui.muted)}>
            <Ago time={user.created} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
