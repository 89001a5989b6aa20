/** Keys that Trello keeps for itself, or that repeat what other keys say. Unknown keys count as content. */
const keys = new Set(
  [
    'aaId activityBlocked avatarHash avatarUrl badges bio bioData checkItemStates confirmed creationMethod',
    'creationMethodError creationMethodLoadingStartedAt dateClosed dateLastView datePluginDisable descData email',
    'enterpriseOwned fetchedAt idAttachmentCover idBoard idBoardSource idChecklists idEnterprise',
    'idEnterprisesDeactivated idMemberCreator idMemberReferrer idOrganization idPremOrgsAdmin idShort idTags initials',
    'invitations invited ixUpdate labelNames limits manualCoverAttachment memberType memberships nodeId nonPublic',
    'nonPublicAvailable pinned powerUps prefs premiumFeatures products shortLink shortUrl shortlink starred status',
    'subscribed templateGallery type url username uses',
  ]
    .join(' ')
    .split(' '),
)

/** Comments stand among the actions; all other actions are the history of a board. */
export function isBookkeeping(path: string): boolean {
  const action = /^actions \((.*)\)$/.exec(path)
  if (action) return !/^(copyC|c)ommentCard$/.test(action[1] ?? '')
  return keys.has(path.replace(/^.*\./, ''))
}
