import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '@/features/organization/components/members-page'
import { SettingsFrame } from '@/features/organization/components/settings-frame'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings/members')({ component: Page })

function Page() {
  return <SettingsFrame id={Route.useParams().id}>{(props) => <MembersPage key={props.organization.id} {...props} />}</SettingsFrame>
}
